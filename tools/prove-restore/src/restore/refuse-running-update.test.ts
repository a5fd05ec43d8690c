// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseRunningUpdate } from './refuse-running-update.ts';

let backend: string;

beforeEach(() => {
  backend = mkdtempSync(join(tmpdir(), 'refuse-'));
});

afterEach(() => rmSync(backend, { recursive: true, force: true }));

const asked = { environment: 'prod', cluster: 'shop', isAlone: false };
const refuse = (change: Partial<typeof asked> = {}, url = `file://${backend}`) =>
  refuseRunningUpdate({ ...asked, ...change }, { PULUMI_BACKEND_URL: url });

function lock(by: { readonly pid: number; readonly hostname: string }): void {
  const folder = join(backend, '.pulumi/locks/organization/user-cluster/prod.shop');
  mkdirSync(folder, { recursive: true });
  const content = { ...by, username: 'ann', timestamp: new Date().toISOString() };
  writeFileSync(join(folder, 'lock.json'), JSON.stringify(content));
}

// Proves: backups.restore-command
test('no restore begins while an update of the cluster runs', () => {
  expect(() => refuse()).not.toThrow();
  lock({ pid: process.pid, hostname: hostname() });
  expect(() => refuse({ isAlone: true })).toThrow(
    `An update of prod.shop is running (process ${process.pid}): wait until it is done.`,
  );
});

// Proves: backups.restore-command
test('where nobody knows whether an update runs, a person says so', () => {
  lock({ pid: 1, hostname: 'another' });
  expect(() => refuse()).toThrow(
    'ann on another has locked prod.shop: stop the deployments of prod, make sure that none runs, then add --no-update-runs.',
  );
  expect(() => refuse({ isAlone: true })).not.toThrow();
  expect(() => refuse({}, 's3://states')).toThrow(
    'A backend that is no folder does not say whether an update runs: stop the deployments of prod, make sure that none runs, then add --no-update-runs.',
  );
  expect(() => refuse({ isAlone: true }, 's3://states')).not.toThrow();
});
