const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Areas of the domain, the lowest first: each imports only areas before it. */
const AREAS = ['account', 'projects', 'library', 'sources', 'canon', 'scripts', 'plans', 'artifacts', 'jobs', 'casting', 'storyboards', 'trailers', 'pitch-decks', 'publishing', 'season-runs'];
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
    forbid('koa-at-the-edge', 'Koa stays in src/kernel/http and src/pages.', { path: '.', pathNot: '^(src/(kernel/http|pages)|test|bench|node_modules)' },
      { path: 'node_modules/(koa|@koa)' }),
    forbid('typeorm-in-stores', 'SQL lives in entities, migrations, src/kernel/db and stores; everybody else takes a Db or Database (src/kernel/db/database.ts) and calls a store.',
      { path: '^(api|activities|workflows|src)/', pathNot: '^src/kernel/db/|-store\\.ts$' }, { path: 'node_modules/typeorm' }),
    forbid('craft-stands-alone', 'The craft knows nothing of the service; of the kernel it uses settings, errors, log, storage and threads.', { path: '^src/craft' },
      { path: '^(src/(domain|pages|main|discovery|monitoring|kernel/(?!(config|errors|log|storage|threads)/))|api|activities|workflows|entities)' }),
    forbid('kernel-below-domain', 'The kernel serves every area: it knows none.', { path: '^src/kernel' }, { path: '^(src/(domain|pages|main|discovery|monitoring)|api|activities)/' }),
    forbid('kernel-knows-ports', 'Only the list of services names the ports of the craft.', { path: '^src/kernel', pathNot: '^src/kernel/services\\.ts$' }, { path: '^src/craft' }),
    forbid('kernel-names-ports', 'The kernel uses no craft: types of its ports are enough.', { path: '^src/kernel' }, { path: '^src/craft', dependencyTypesNot: ['type-only'] }),
    forbid('domain-below-faces', 'The domain does not know who shows it.', { path: '^src/domain' }, { path: '^(src/(pages|main|discovery|monitoring)|api|activities)/' }),
    forbid('people-know-texts', 'Who a text is about is found from its words alone.', { path: '^src/craft/people' }, { path: '^src/(?!craft/(?:people|patterns))|node_modules' }),
    forbid('writer-alone', 'The writer, the screenplay model and the readers know no engine.',
      { path: '^src/craft/(narrative|screenplay|readers)/' }, { path: '^src/craft/(text|speech|images|recogniser|ffmpeg|fetch|extract|audio)/' }),
    forbid('audio-above-engines', 'src/craft/audio uses engines (ffmpeg, speech); move what an engine needs into the engine.',
      { path: '^src/craft/(text|speech|images|recogniser|ffmpeg|fetch|extract)/' }, { path: '^src/craft/audio/' }),
    forbid('screenplay-by-its-door', 'Scripts are met through src/craft/screenplay/index.ts, performed reads through model.ts.',
      { pathNot: '^src/craft/screenplay/' }, { path: '^src/craft/screenplay/', pathNot: '^src/craft/screenplay/(index|model)\\.ts$' }),
    ...areaRules,
    forbid('area-is-known', 'Give the new area its place in AREAS (.dependency-cruiser.cjs).', {}, { path: '^src/domain/[^/]+/', pathNot: isIn(AREAS) }),
    forbid('serve-by-bundles', 'What serves is one bundle with the data source, whose entities are no others: export it from src/main/api.ts or worker.ts.',
      { path: '^src/main/commands/serve' }, { path: '^(src/(domain|monitoring|pages|kernel/(works|credits|families|http))|entities)', dependencyTypesNot: ['type-only'] }),
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
