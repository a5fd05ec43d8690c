// SPDX-License-Identifier: Apache-2.0
import { fuzz } from './fuzz.ts';
import { FuzzError, fuzzSettings, usage } from './fuzz-settings.ts';

const progressMs = 15_000;

/** Returns a function that says, every 15 seconds, how many configurations of a program were tried. */
function progress(program: string, runs: number): (tried: number) => void {
  let said = Date.now();
  return (tried) => {
    if (Date.now() - said < progressMs) return;
    said = Date.now();
    console.error(`${program}: ${tried} of ${runs} tried`);
  };
}

/** Tries generated configurations of the programs, one program after the other. */
async function main(): Promise<boolean> {
  if (process.argv.slice(2).includes('--help')) {
    console.log(`Usage: ${usage}`);
    return true;
  }
  const anySeed = Date.now() % 2_147_483_647;
  const { programs, runs, seed } = fuzzSettings(process.argv.slice(2), anySeed);
  const each = Math.ceil(runs / programs.length);
  let isRight = true;
  for (const program of programs) {
    const begin = Date.now();
    const { failure, refused, rendered } = await fuzz({
      program,
      runs: each,
      seed,
      onTried: progress(program, each),
    });
    const seconds = Math.round((Date.now() - begin) / 1_000);
    console.log(
      `${program}: seed ${seed}, ${rendered} rendered, ${refused} refused in words, ${seconds} s`,
    );
    if (failure === undefined) continue;
    isRight = false;
    console.error(failure);
  }
  return isRight;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof FuzzError ? error.message : error);
  process.exitCode = 1;
}
