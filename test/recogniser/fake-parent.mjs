// Hears a line with the fake recogniser, prints what it heard, and stays. Arguments: the compiled adapter, the fake, its folder.
const [, , adapter, fake, pids] = process.argv;
const { createWhisper } = await import(adapter);
const recogniser = createWhisper({ python: '', model: pids }, { program: [process.execPath, fake] });
process.stdout.write(`${await recogniser.hear(new Int16Array(240))}\n`);
setInterval(() => undefined, 1_000);
