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
/** It takes seconds on an idle machine, and minutes beside other tests on a busy one. */
const timeout = 600_000;
const building = 1_200_000;
const toolchain = join(import.meta.dirname, '../../../../../tools/toolchain/src/main.ts');
let folder: string;
let promtool: string;

const rules = renderRules(alertGroups, testAlertContext);

/**
 * Writes the cases of an alert, with its rule and no other: promtool evaluates each rule of a file in
 * every minute of every case, and a case asks for one alert.
 */
async function writeCases(name: string): Promise<string> {
  const own = rules.groups
    .map((group) => ({ ...group, rules: group.rules.filter(({ alert }) => alert === name) }))
    .filter((group) => group.rules.length > 0);
  const file = join(folder, `${name}-tests.yaml`);
  await writeFile(join(folder, `${name}.yaml`), JSON.stringify({ groups: own }));
  const tests = renderRuleTests(alertGroups, { groups: own }, `${name}.yaml`);
  await writeFile(file, JSON.stringify(tests));
  return file;
}

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
    const names = alertGroups.flatMap(({ alerts }) => alerts.map(({ name }) => name));
    const files = await Promise.all(names.map(writeCases));
    const { stdout } = await run(promtool, ['test', 'rules', ...files], { timeout });
    expect(stdout.match(/^ {2}SUCCESS$/gm)).toHaveLength(names.length);
    expect(stdout).not.toContain('FAILED');
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
