import fc from 'fast-check';

// CI generates the same examples in every run, so that only the change decides the result. Other runs generate new
// ones.
if (process.env.CI === 'true') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_122 });
