const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Areas of the domain, the lowest first: each imports only areas before it. */
const AREAS = ['account', 'projects', 'library', 'sources', 'canon', 'scripts', 'plans', 'artifacts', 'jobs', 'casting', 'publishing', 'season-runs'];
const isIn = (areas) => `^src/domain/(${areas.join('|')})/`;
const areaRules = AREAS.slice(0, -1).map((area, at) => forbid(`area-${area}`, 'An area imports only areas before it: move what both need into the lower one.',
  { path: isIn([area]) }, { path: isIn(AREAS.slice(at + 1)) }));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid('no-cycles', 'Break the circle: move what both need into a third file.', {}, { circular: true }),
    forbid('workflows-no-core', 'Workflow code is deterministic: do this in an activity.', { path: '^workflows' }, { dependencyTypes: ['core'] }),
    forbid('workflows-npm', 'Workflows use the Temporal workflow package only.', { path: '^workflows' },
      { path: 'node_modules', pathNot: 'node_modules/@temporalio/(workflow|common)' }),
    forbid('workflows-activity-types', 'Workflows import only types of activities.', { path: '^workflows' },
      { path: '^activities', dependencyTypesNot: ['type-only'] }),
    forbid('workflows-source', 'Workflows stand alone.', { path: '^workflows' },
      { path: '^(src|api|entities|migrations)', dependencyTypesNot: ['type-only'] }),
    forbid('api-no-activities', 'The API starts workflows; it never calls an activity.', { path: '^api' }, { path: '^activities' }),
    forbid('koa-at-the-edge', 'Koa stays in src/http and src/pages.', { path: '.', pathNot: '^(src/(http|pages)|test|bench|node_modules)' },
      { path: 'node_modules/(koa|@koa)' }),
    forbid('typeorm-in-stores', 'SQL lives in entities, migrations, src/db and stores; everybody else takes a Db or Database (src/db/database.ts) and calls a store.',
      { path: '^(api|activities|workflows|src)/', pathNot: '^src/db/|-store\\.ts$' }, { path: 'node_modules/typeorm' }),
    forbid('adapters-below-domain', 'Adapters know ports, not the domain.', { path: '^src/(adapters|narrative|screenplay|people|audio|readers|threads)' },
      { path: '^(src/(domain|http|pages|temporal|main)|api|activities|workflows|entities)' }),
    forbid('people-know-texts', 'Who a text is about is found from its words alone.', { path: '^src/people' }, { path: '^src/(?!people)|node_modules' }),
    forbid('writer-below-adapters', 'The writer, the screenplay model and the readers know no adapter.',
      { path: '^src/(narrative|screenplay|readers|threads)' }, { path: '^src/(adapters|audio)' }),
    forbid('audio-above-adapters', 'src/audio uses adapters (ffmpeg, speech, storage); move what an adapter needs into the adapter.',
      { path: '^src/adapters' }, { path: '^src/audio' }),
    forbid('screenplay-by-its-door', 'Scripts are met through src/screenplay/index.ts, performed reads through model.ts.',
      { pathNot: '^src/screenplay/' }, { path: '^src/screenplay/', pathNot: '^src/screenplay/(index|model)\\.ts$' }),
    forbid('domain-below-api', 'The domain does not know its edges.', { path: '^src/domain' }, { path: '^(api|activities|src/main)' }),
    ...areaRules,
    forbid('area-is-known', 'Give the new area its place in AREAS (.dependency-cruiser.cjs).', {}, { path: '^src/domain/[^/]+/', pathNot: isIn(AREAS) }),
    forbid('serve-by-bundles', 'What serves is one bundle with the data source, whose entities are no others: export it from src/main/api.ts or worker.ts.',
      { path: '^src/main/commands/serve' }, { path: '^(src/(domain|works|credits|families|monitoring|http|pages)|entities)', dependencyTypesNot: ['type-only'] }),
    forbid('product-no-tests', 'Product code imports neither tests nor benchmarks.',
      { path: '^(src|api|activities|workflows|entities|migrations)' }, { path: '^(test|bench)' }),
    forbid('not-unresolvable', 'This import leads nowhere.', {}, { couldNotResolve: true }),
  ],
  options: {
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'], extensions: ['.ts', '.js', '.mjs', '.json'] },
  },
};
