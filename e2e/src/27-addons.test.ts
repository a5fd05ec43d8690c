// SPDX-License-Identifier: Apache-2.0
import type { RackSession, StackName } from '@strata/sandbox';
import { judgedBy, updateStack } from '@strata/sandbox';
import { silentReport } from '@strata/toolchain';
import { kubectl, openSession, pulumi, sharedInstance } from './environment.ts';
import { expectSuccess } from './expect-success.ts';

const addons: StackName = { program: 'addons', stack: 'sandbox' };

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

// Proves: addons.descheduler, addons.gpu-operator, addons.whereabouts
test('all optional operators come up, and a second look finds nothing to change', async () => {
  await updateStack(sharedInstance(), session, addons, silentReport);
  const judged = ['preview', '--expect-no-changes', ...judgedBy(addons)];
  const preview = await pulumi(session, addons, judged);
  expect(preview.stdout).toMatch(/\d+ unchanged/);
  expect(preview.code).toBe(0);
  const drift = ['refresh', '--preview-only', '--expect-no-changes', '--diff'];
  expectSuccess(await pulumi(session, addons, drift));
});

// Proves: addons.sr-iov-operator
test('its settings are there for the operators to act on', async () => {
  const policies = ['get', 'sriovnetworknodepolicies', '-A', '-o', 'name'];
  expect(await kubectl(session, policies)).toBe(
    'sriovnetworknodepolicy.sriovnetwork.openshift.io/fast',
  );
  expect(await kubectl(session, ['get', 'clusterpolicies', '-o', 'name'])).toMatch(
    /^clusterpolicy\.nvidia\.com\//,
  );
});

test('they go again without a trace', async () => {
  expectSuccess(await pulumi(session, addons, ['destroy', '--yes', '--skip-preview']));
  const kinds = await kubectl(session, ['get', 'customresourcedefinitions', '-o', 'name']);
  expect(kinds).not.toMatch(/nvidia|sriovnetwork|nfd|whereabouts/);
});
