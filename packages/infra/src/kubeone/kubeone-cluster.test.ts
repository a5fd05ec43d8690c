// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, recordProgram, valueOf } from '@strata/testing';
import { defaultAuditPolicy } from './audit-policy.ts';
import { KubeOneCluster } from './kubeone-cluster.ts';
import { manifestText, renderKubeoneManifest } from './render-kubeone-manifest.ts';
import { testInputs } from './test-config.ts';

const endedAt = '2026-01-31T12:00:00.000Z';
const stdout = JSON.stringify({ kubeconfig: 'canary', changes: ['+ join'], endedAt });

const record = (...args: Parameters<typeof testInputs>) =>
  recordProgram(() => new KubeOneCluster('cluster', testInputs(...args)), {
    outputs: (type) => (type === 'command:local:Command' ? { stdout } : {}),
  });

test('one command installs and updates the cluster, and a destroy does not change the hosts', async () => {
  const recording = await record();
  expect(named(recording, 'cluster-apply').inputs).toEqual({
    create: 'node src/kubeone/runner/main.ts apply',
    update: 'node src/kubeone/runner/main.ts apply',
    stdin: manifestText(renderKubeoneManifest(testInputs())),
    environment: { STRATA_KUBEONE_AUDIT_POLICY: defaultAuditPolicy },
    addPreviousOutputInEnv: true,
    logging: 'stderr',
  });
  expect(named(recording, 'cluster-apply').parent).toBe('cluster');
});

test('a destroy resets the hosts only when allowReset and allowResetOf both allow it', async () => {
  const inputs = async (kubeone: Readonly<Record<string, unknown>>) =>
    named(await record(kubeone), 'cluster-apply').inputs;
  const allowed = await inputs({ allowReset: true, allowResetOf: 'rack-a' });
  expect(allowed.delete).toBe('node src/kubeone/runner/main.ts reset');
  expect(allowed.environment).toMatchObject({ STRATA_KUBEONE_RESET_OF: 'rack-a' });
  expect(await inputs({ allowReset: true })).not.toHaveProperty('delete');
  expect(await inputs({ allowResetOf: 'rack-a' })).not.toHaveProperty('delete');
  expect(await inputs({ allowReset: true, allowResetOf: 'rack-b' })).not.toHaveProperty('delete');
});

test('the runner is told after which time a drain ends only where the configuration says it', async () => {
  const { environment } = named(await record({ drainMinutes: 20 }), 'cluster-apply').inputs;
  expect(environment).toEqual({
    STRATA_KUBEONE_AUDIT_POLICY: defaultAuditPolicy,
    STRATA_KUBEONE_DRAIN_MINUTES: '20',
  });
});

test('the kubeconfig is a secret, the list of changes is not', async () => {
  const { result } = await record();
  expect(await pulumi.isSecret(result.kubeconfig)).toBe(true);
  expect(await valueOf(result.kubeconfig)).toBe('canary');
  expect(await pulumi.isSecret(result.changes)).toBe(false);
  expect(await valueOf(result.changes)).toEqual(['+ join']);
  expect(await pulumi.isSecret(result.endedAt)).toBe(false);
  expect(await valueOf(result.endedAt)).toBe(endedAt);
  expect(result.apiEndpoint).toBe('https://192.0.2.9:6443');
});

test('passwords are secrets and are passed only in environment variables', async () => {
  const backups = {
    repository: 's3:https://s3.example.org/a',
    password: 'canary-restic',
    accessKeyId: 'canary-id',
    secretAccessKey: 'canary-key',
  };
  const recording = await record({ backups, features: { auditLog: { enabled: false } } });
  const { inputs, secretInputs } = named(recording, 'cluster-apply');
  expect(secretInputs).toEqual(['environment']);
  const { environment, ...others } = inputs;
  expect(JSON.stringify(others)).not.toContain('canary');
  expect(environment).toEqual({
    STRATA_KUBEONE_CREDENTIALS: 'AWS_ACCESS_KEY_ID: canary-id\nAWS_SECRET_ACCESS_KEY: canary-key\n',
    STRATA_RESTIC_PASSWORD: 'canary-restic',
  });
});
