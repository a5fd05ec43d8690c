// SPDX-License-Identifier: Apache-2.0
import { named, recordProgram } from '@strata/testing';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { kubevirtStackConfig } from '../config/index.ts';
import { restrictTenants } from './restrict-tenants.ts';
import { serviceRules } from './service-rules.ts';

const metadata = {
  name: 'strata-tenants',
  labels: { 'app.kubernetes.io/managed-by': 'strata', 'strata.dev/environment': 'sandbox' },
  annotations: { 'pulumi.com/patchFieldManager': 'strata' },
};

// Proves: cloud-controller.tenant-services, networks.vlan-per-cluster
test('is in force in the namespaces of user clusters, and a refusal is on record', async () => {
  const recording = await recordProgram(() =>
    restrictTenants('limits', {
      environment: 'sandbox',
      serviceAnnotations: [],
      vlans: { taken: [] },
      selectorless: [],
    }),
  );
  const policy = named(recording, 'limits-policy');
  expect(policy.type).toBe('kubernetes:admissionregistration.k8s.io/v1:ValidatingAdmissionPolicy');
  expect(policy.inputs).toMatchObject({ metadata, spec: { failurePolicy: 'Fail' } });
  const binding = named(recording, 'limits-binding');
  expect(binding.dependsOn).toEqual(['limits-policy']);
  expect(binding.inputs).toMatchObject({
    metadata,
    spec: {
      policyName: 'strata-tenants',
      validationActions: ['Deny', 'Audit'],
      matchResources: {
        namespaceSelector: {
          matchExpressions: [{ key: 'cluster.x-k8s.io/cluster-name', operator: 'Exists' }],
        },
      },
    },
  });
});

// The file shows a reviewer which rules the API server gets; e2e 23 and 24 try them on a real one.
// Proves: cloud-controller.tenant-services, networks.vlan-per-cluster
test('the policy is the one that tenant-policy.yaml shows, word for word', async () => {
  const recording = await recordProgram(() =>
    restrictTenants('limits', {
      environment: 'sandbox',
      serviceAnnotations: ['example.org/team', 'x.example.org/*'],
      selectorless: ['reports'],
      vlans: {
        taken: [
          { name: 'storage', vlan: 40 },
          { name: 'migration', vlan: 41 },
        ],
        given: [
          { bridge: 'br1', ids: ['200-299', 310] },
          { bridge: 'br1', ids: [400], boundTo: 'shop' },
          { bridge: 'br2', ids: ['500-509'], boundTo: 'shop' },
        ],
      },
    }),
  );
  const shown = readFileSync(new URL('tenant-policy.yaml', import.meta.url), 'utf8');
  expect(named(recording, 'limits-policy').inputs.spec).toStrictEqual(parse(shown));
});

/** The regular expression of the annotations that pass. */
function harmless(allowed: readonly string[]): RegExp {
  const { variables } = serviceRules(allowed);
  const expression = variables.find(({ name }) => name === 'foreign')?.expression ?? '';
  // As CEL reads the text: a backslash stands for the next character.
  const text = /matches\('(.*)'\)\)$/.exec(expression)?.[1] ?? '';
  return new RegExp(text.replace(/\\(.)/g, '$1'));
}

test.each([
  ['kubectl.kubernetes.io/last-applied-configuration', true],
  ['kubectl.kubernetes.io/other', false],
  ['meta.helm.sh/release-name', true],
  ['metaxhelm.sh/release-name', false],
  ['argocd.argoproj.io/tracking-id', true],
  ['metallb.io/loadBalancerIPs', true],
  ['metallb.io/ip-allocated-from-pool', false],
  ['metallb.universe.tf/loadBalancerIPs', false],
  ['external-dns.alpha.kubernetes.io/hostname', false],
  ['example.org/team', true],
  ['example.org/teams', false],
  ['x.example.org/anything', true],
])('of %s says %s', (key, passes) => {
  expect(harmless(['example.org/team', 'x.example.org/*']).test(key)).toBe(passes);
});

test.each([
  ['example.org/team', true],
  ['example.org/*', true],
  ['*', true],
  ['metallb.io/address-pool', false],
  ['metallb.universe.tf/*', false],
  ["example.org/it's", false],
  ['exa*mple.org/team', false],
])('the configuration takes %s: %s', (key, isTaken) => {
  const { success } = kubevirtStackConfig.shape.tenants.safeParse({ serviceAnnotations: [key] });
  expect(success).toBe(isTaken);
});
