// Stands in for the process that speaks: the text of a job says what to do.
import { appendFileSync } from 'node:fs';

const { pack } = JSON.parse(process.argv[2]);
appendFileSync(pack.model, `${process.pid}\n`);
process.on('disconnect', () => process.exit(0));
process.on('message', ({ id, job }) => {
  if (job.text === 'hang') return;
  if (job.text === 'die') process.kill(process.pid, 'SIGKILL');
  if (job.text === 'fail') return void process.send({ id, error: 'no words' });
  setTimeout(() => process.send({ id, samples: Int16Array.of(job.text.length, process.pid % 1_000), computedMs: 5 }), Number(job.text) || 0);
});
process.send({ ready: true });
