// Serves one file from the disk, the reference of `npm run bench -- feed`. Runs as a separate process: it receives the file, its type and its encoding in a
// message and answers with its port.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

process.once('message', ({ file, contentType, contentEncoding }) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': contentType, 'content-encoding': contentEncoding, 'content-length': statSync(file).size });
    createReadStream(file).pipe(response);
  }).listen(0, '127.0.0.1', () => process.send({ type: 'ready', port: server.address().port }));
});
process.once('disconnect', () => process.exit());
