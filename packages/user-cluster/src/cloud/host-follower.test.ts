// SPDX-License-Identifier: Apache-2.0
import { secret } from '@pulumi/pulumi';
import { named, recordProgram } from '@strata/testing';
import { readFileSync } from 'node:fs';
import type { Change } from '../test-context.ts';
import { mirrored, testContext } from '../test-context.ts';
import { createCloudController } from './index.ts';

const record = (change: Change = {}) =>
  recordProgram(() =>
    createCloudController('ccm', {
      ...testContext(change, mirrored),
      tenantKubeconfig: secret('hush'),
    }),
  );

// Proves: placement.zones
test('with zones, the ConfigMap has the script that follows hosts', async () => {
  const { data } = named(await record(), 'ccm-infra-config').inputs as {
    data: Record<string, string>;
  };
  expect(Object.keys(data)).toEqual(['cloud-config', 'follow-hosts.sh', 'host-labels']);
  const script = new URL('scripts/follow-hosts.sh', import.meta.url);
  expect(data['follow-hosts.sh']).toBe(readFileSync(script, 'utf8'));
  expect(data['host-labels']).toBe('');
});

test('nothing follows hosts where nodes have no labels of their hosts', async () => {
  const recording = await record({ cloud: { zones: false } });
  const { data } = named(recording, 'ccm-infra-config').inputs as { data: object };
  expect(Object.keys(data)).toEqual(['cloud-config']);
  expect(named(recording, 'ccm-infra-deployment').inputs).toMatchObject({
    spec: {
      template: {
        spec: {
          containers: [{ name: 'cloud-controller-manager' }],
          volumes: [{ name: 'tenant' }, { name: 'config' }],
        },
      },
    },
  });
});

// Proves: placement.host-labels
test('passes on the keys of labels that nodes have of their hosts, with and without zones', async () => {
  const hostLabels = ['example.org/rack', 'disk'];
  const recording = await record({ cloud: { zones: false, hostLabels } });
  const { data } = named(recording, 'ccm-infra-config').inputs as { data: Record<string, string> };
  expect(data['host-labels']).toBe('example.org/rack\ndisk\n');
  expect(data['follow-hosts.sh']).toMatch(/^#!\/bin\/sh\n/);
  expect(named(recording, 'ccm-infra-cluster-role').inputs).toMatchObject({
    rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }],
  });
  const command = async (zones: boolean) => {
    const { inputs } = named(
      await record({ cloud: { zones, hostLabels } }),
      'ccm-infra-deployment',
    );
    const { spec } = inputs as {
      spec: { template: { spec: { containers: { command: string[] }[] } } };
    };
    return spec.template.spec.containers[1]?.command;
  };
  expect(await command(false)).toEqual(['/bin/sh', '/etc/cloud/follow-hosts.sh']);
  expect(await command(true)).toEqual(['/bin/sh', '/etc/cloud/follow-hosts.sh', 'zones']);
});
