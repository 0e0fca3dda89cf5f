// The smallest Koa server with the same query, the reference of `npm run bench -- read`. Runs as a separate process: it receives the database and the query
// in a message and answers with its port.
import Router from '@koa/router';
import Koa from 'koa';
import pg from 'pg';

process.once('message', ({ databaseUrl, poolSize, text }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  const router = new Router();
  router.get('/rows/:id', async (ctx) => {
    const { rows } = await pool.query({ name: 'bare', text, values: [ctx.params.id] });
    ctx.status = rows[0] ? 200 : 404;
    ctx.body = { row: rows[0] ?? null };
  });
  const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
    process.send({ type: 'ready', port: server.address().port });
  });
});
process.once('disconnect', () => process.exit());
