// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MutationError } from '../settings.ts';
import { measuredScripts, type ScriptName } from './measured-scripts.ts';
import { measureScript } from './measure-script.ts';
import { renderScriptReport } from './render-script-report.ts';
import { WorkCopy } from './work-copy.ts';

const isMeasured = (name: string): name is ScriptName => Object.hasOwn(measuredScripts, name);

/**
 * Measures scripts one after the other, and writes a report of each below `.strata/mutation`.
 *
 * @param asked - names of scripts; none: all.
 * @throws MutationError for a name that is not in the table.
 */
export async function measureScripts(root: string, asked: readonly string[]): Promise<void> {
  const all = Object.keys(measuredScripts).filter(isMeasured);
  const unknown = asked.find((name) => !isMeasured(name));
  if (unknown !== undefined) {
    throw new MutationError(`there is no script "${unknown}"; there are ${all.join(', ')}`);
  }
  const names = asked.length === 0 ? all : asked.filter(isMeasured);
  const folder = join(root, '.strata/mutation');
  const copy = new WorkCopy(root, join(folder, 'scripts-copy'));
  // Tests run in a process group of their own, which does not end with this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      copy.remove();
      process.exit(1);
    });
  }
  try {
    for (const name of names) {
      const journal = join(folder, `script-${name}.journal`);
      const tell = (line: string) => console.log(`${name}: ${line}`);
      const judged = await measureScript(measuredScripts[name], copy, journal, tell);
      const report = renderScriptReport(name, judged);
      writeFileSync(join(folder, `script-${name}.md`), report);
      console.log(report);
    }
  } finally {
    copy.remove();
  }
}
