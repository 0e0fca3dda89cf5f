import fc from 'fast-check';

// A change is judged by what it changes: CI tries the same examples each time, everybody else new ones.
if (process.env.CI === 'true') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_122 });
