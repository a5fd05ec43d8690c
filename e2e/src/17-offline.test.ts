// SPDX-License-Identifier: Apache-2.0
import { readReports } from '@strata/gitops';
import { pulumiVariables, resolveToolchain, toolsFor } from '@strata/toolchain';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Where reports go; deleted in the end. */
const reports = mkdtempSync(join(tmpdir(), 'strata-offline-reports-'));
/** The folder of temporary files of these previews; deleted in the end. */
const temporary = mkdtempSync(join(tmpdir(), 'strata-offline-temporary-'));
afterAll(() => {
  for (const folder of [reports, temporary]) rmSync(folder, { recursive: true, force: true });
});

/** Nothing but the tools: no backend, no passphrase, no agent, no kubeconfig. */
async function bareEnvironment(): Promise<NodeJS.ProcessEnv> {
  const toolchain = await resolveToolchain({ tools: toolsFor('start') });
  const { HOME = '' } = process.env;
  return {
    HOME,
    TMPDIR: temporary,
    ...(await pulumiVariables(toolchain)),
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
  };
}

beforeAll(async () => {
  const args = ['run', 'preview', '--offline', '--all', '--reports', reports, '--parallel', '2'];
  const { stderr } = spawnSync('node', ['tools/gitops/src/main.ts', ...args], {
    cwd: root,
    env: await bareEnvironment(),
    encoding: 'utf8',
    timeout: 500_000,
  });
  console.log(stderr);
});

test('every stack of every environment can be previewed without clusters, state and keys', () => {
  const outcomes = readReports(reports).map(
    ({ outcome, program, reason, stack }) =>
      `${program}/${stack} ${outcome}${reason === undefined ? '' : `: ${reason}`}`,
  );
  expect(outcomes.sort()).toEqual([
    'addons/production changed',
    'addons/sandbox changed',
    'infra/from-kkp changed',
    'infra/production changed',
    'infra/sandbox changed',
    'infra/staging changed',
    'kubevirt-stack/from-kkp changed',
    'kubevirt-stack/production changed',
    'kubevirt-stack/sandbox changed',
    'kubevirt-stack/staging changed',
    'user-cluster/from-kkp.kmvh888v9h changed',
    'user-cluster/production.reports changed',
    'user-cluster/production.shop changed',
    'user-cluster/sandbox.demo changed',
    'user-cluster/staging.shop changed',
  ]);
});

test('all of it is new, policies were asked, and none has anything against it', () => {
  for (const { counts, policyViolations } of readReports(reports)) {
    expect({ ...counts, create: 0, same: 0 }).toEqual({
      create: 0,
      update: 0,
      replace: 0,
      delete: 0,
      same: 0,
    });
    expect(policyViolations).toEqual([]);
  }
});

test('previews without clusters leave nothing in the folder of temporary files', () => {
  expect(readdirSync(temporary)).toEqual([]);
});
