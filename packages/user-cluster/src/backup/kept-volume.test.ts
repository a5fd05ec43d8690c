// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, providerAnswers, recordProgram } from '@strata/testing';
import { UserCluster } from '../index.ts';
import { testContext } from '../test-context.ts';

const backup = { schedule: '0 3 * * *', target: { volume: { sizeGiB: 40 } } };

// Proves: backups.lost-state
test('an existing volume of backups is rendered in its class: without a state, ignoreChanges holds nothing back', async () => {
  const context = { ...testContext({ cni: { type: 'none' }, backup }) };
  const found = { ...context, backupVolume: { className: 'slow', sizeGiB: 40 } };
  const recording = await recordProgram(
    () =>
      new UserCluster('demo', { ...found, infraKubeconfig: pulumi.secret('infra'), manifests: {} }),
    { outputs: (type) => providerAnswers[type] ?? {} },
  );
  expect(named(recording, 'demo-services-backup-volume').inputs).toMatchObject({
    spec: { storageClassName: 'slow' },
  });
});
