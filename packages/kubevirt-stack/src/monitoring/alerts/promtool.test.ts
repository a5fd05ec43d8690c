// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { renderQueryTests } from '../dashboards/query-cases.ts';
import { alertGroups } from './all-alerts.ts';
import { renderRuleTests } from './render-rule-tests.ts';
import { renderRules } from './render-rules.ts';
import { testAlertContext } from './test-alert-context.ts';

const run = promisify(execFile);
/** It takes 12 s on an idle machine, and several minutes beside other tests on a busy one. */
const timeout = 600_000;
const building = 1_200_000;
const toolchain = join(import.meta.dirname, '../../../../../tools/toolchain/src/main.ts');
let folder: string;
let promtool: string;

const rules = renderRules(alertGroups, testAlertContext);

/** Finds promtool through the toolchain's command line: code of programs does not import tools. */
async function findPromtool(): Promise<string> {
  const ask = async (...args: readonly string[]) =>
    run(process.execPath, [toolchain, '--only', 'prometheus', ...args], { timeout: building });
  // Takes minutes if the tools have not been built yet.
  await ask();
  const { stdout } = await ask('--list');
  const [, , , where] = stdout.trim().split(/ {2,}/);
  return join(where ?? '', 'promtool');
}

beforeAll(async () => {
  promtool = await findPromtool();
  folder = await mkdtemp(join(tmpdir(), 'strata-rules-'));
  await writeFile(join(folder, 'rules.yaml'), JSON.stringify(rules));
  const tests = renderRuleTests(alertGroups, rules, 'rules.yaml');
  await writeFile(join(folder, 'tests.yaml'), JSON.stringify(tests));
}, building);

afterAll(() => rm(folder, { recursive: true, force: true }));

test(
  'promtool accepts every rule',
  async () => {
    const { stdout } = await run(promtool, ['check', 'rules', join(folder, 'rules.yaml')], {
      timeout,
    });
    const count = alertGroups.flatMap(({ alerts }) => alerts).length;
    expect(stdout).toContain(`SUCCESS: ${count} rules found`);
  },
  timeout,
);

// Proves: images.kept-current, infra-cluster.hosts-without-virtualization, monitoring.alerts
test(
  'every alert fires when it should, and is silent when it should',
  async () => {
    const { stdout } = await run(promtool, ['test', 'rules', join(folder, 'tests.yaml')], {
      timeout,
    });
    expect(stdout.trim()).toBe('SUCCESS');
  },
  timeout,
);

// Proves: monitoring.dashboards
test(
  'dashboards show what there is',
  async () => {
    await writeFile(join(folder, 'queries.yaml'), JSON.stringify(renderQueryTests()));
    const { stdout } = await run(promtool, ['test', 'rules', join(folder, 'queries.yaml')], {
      timeout,
    });
    expect(stdout.trim()).toBe('SUCCESS');
  },
  timeout,
);

test(
  'a rule that is wrong does not pass',
  async () => {
    const broken = {
      groups: rules.groups.slice(0, 1).map((group) => ({
        ...group,
        rules: group.rules.map((rule) => ({ ...rule, expr: 'absent(x) > 1' })),
      })),
    };
    await writeFile(join(folder, 'broken.yaml'), JSON.stringify(broken));
    const tests = renderRuleTests(alertGroups.slice(0, 1), rules, 'broken.yaml');
    await writeFile(join(folder, 'broken-tests.yaml'), JSON.stringify(tests));
    await expect(
      run(promtool, ['test', 'rules', join(folder, 'broken-tests.yaml')], { timeout }),
    ).rejects.toThrow(/exp:\[\s*\d+:\s*Labels:\{alertname="VirtualMachineNotRunning"/);
  },
  timeout,
);
