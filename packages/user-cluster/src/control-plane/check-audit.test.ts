// SPDX-License-Identifier: Apache-2.0
import { partners } from '../oidc/testing/test-issuers.ts';
import { testContext } from '../test-context.ts';
import { checkAudit } from './index.ts';

test('accepts logs that leave room on the root disk', () => {
  expect(checkAudit(testContext())).toEqual([]);
  expect(checkAudit({ ...testContext(), config: {} })).toEqual([]);
  expect(checkAudit(testContext({ audit: { log: { maxBackups: 49 } } }))).toEqual([]);
  // Exactly a quarter.
  const exact = { log: { maxBackups: 9, maxSizeMiB: 512 } };
  expect(checkAudit(testContext({ audit: exact }))).toEqual([]);
});

test('judges no log where the root disk has no size that is known, or nothing is known of one of the two', () => {
  const audit = { log: { maxBackups: 52 } };
  const context = testContext({ audit });
  const { audit: log, controlPlane } = context.config;
  expect(checkAudit({ ...context, config: { audit: log } })).toEqual([]);
  expect(checkAudit({ ...context, config: { controlPlane } })).toEqual([]);
  const rootDisk = { image: 'docker://registry.example/disks/ubuntu:24.04', ephemeral: true };
  expect(checkAudit(testContext({ audit, controlPlane: { ...controlPlane, rootDisk } }))).toEqual(
    [],
  );
});

// Proves: clusters.audit
test('refuses logs that could take more than a quarter of the root disk', () => {
  expect(checkAudit(testContext({ audit: { log: { maxBackups: 52 } } }))).toEqual([
    {
      path: ['audit', 'log'],
      message:
        '53 files of 100 MiB are more than a quarter of the root disk of 20 GiB; take fewer or smaller ones, or a larger controlPlane.rootDisk.sizeGiB',
    },
  ]);
});

const url = 'https://10.20.0.7:8443/shop';
const problemsOf = (webhook: object, more: Parameters<typeof testContext>[0] = {}) =>
  checkAudit(testContext({ audit: { webhook: { url, ...webhook } }, ...more })).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

// Proves: clusters.audit-webhook
test('refuses a server that nothing could reach, or whose authority nobody can read', () => {
  expect(problemsOf({})).toEqual([
    'audit.webhook.addresses: missing; 10.20.0.7 is no address of the internet, so nothing reaches it unless it is listed here',
  ]);
  expect(problemsOf({ addresses: ['10.20.1.0/24'] })).toEqual([
    'audit.webhook.addresses: does not contain 10.20.0.7, the address of the server; add 10.20.0.7/32',
  ]);
  const { certificateAuthority } = partners;
  expect(problemsOf({ addresses: ['10.20.0.0/24'], certificateAuthority })).toEqual([
    'audit.webhook.certificateAuthority: certificate 1 of 1 cannot be read; copy it again',
  ]);
});

// Proves: clusters.audit-webhook
test('refuses a policy with the name of its own', () => {
  const customNetworkPolicies = [{ name: 'audit-webhook', spec: { podSelector: {} } }];
  const addresses = ['10.20.0.7/32'];
  expect(problemsOf({ addresses }, { isolation: { customNetworkPolicies } })).toEqual([
    'isolation.customNetworkPolicies.0.name: "audit-webhook" is the name of a policy of Strata\'s own, for audit.webhook; take another',
  ]);
});
