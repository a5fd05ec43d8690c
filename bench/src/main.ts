// SPDX-License-Identifier: Apache-2.0
import { checkRatios } from './check/check-ratios.ts';
import { readCommandLine, usage } from './command-line.ts';
import { interruptRuns } from './measure/run-measured.ts';
import { writePage } from './page/write-page.ts';
import { runBench } from './scenarios/run-bench.ts';
import { drawStart } from './start/draw-start.ts';
import { traceStacks } from './trace/trace-stacks.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interruptRuns);

try {
  const wish = readCommandLine(process.argv.slice(2));
  if (wish.command === 'help') console.log(usage);
  else if (wish.command === 'page') await writePage();
  else if (wish.command === 'check') process.exitCode = await checkRatios(wish);
  else if (wish.command === 'start') await drawStart();
  else if (wish.command === 'trace') await traceStacks(wish);
  else {
    await runBench(wish);
    if (!wish.quick) await writePage();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
