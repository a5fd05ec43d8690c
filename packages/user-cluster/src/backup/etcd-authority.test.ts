// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, providerAnswers, recordProgram } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { UserCluster } from '../user-cluster.ts';

const pem = (name: string) => `-----BEGIN CERTIFICATE-----\n${name}\n-----END CERTIFICATE-----\n`;

/** Records a cluster with backups in a phase. */
async function record(generation: number, phase: string) {
  const context = testContext({
    cni: { type: 'none' },
    backup: { target: { volume: { sizeGiB: 2 } } },
    keys: { etcdAuthority: { generation, phase } },
  });
  const infraKubeconfig = pulumi.secret('infra');
  return recordProgram(
    () => new UserCluster('demo', { ...context, infraKubeconfig, manifests: {} }),
    {
      outputs: (type, name) => ({
        ...providerAnswers[type],
        ...(type.endsWith('Authority') && { certificatePem: pem(name) }),
      }),
    },
  );
}

const [old, next] = ['demo-keys-etcd', 'demo-keys-etcd-2'];

// Proves: keys.control-plane-authority-rotation, backups.etcd
test.each([
  [1, 'finish', old, [old]],
  [2, 'trust', old, [old, next]],
  [2, 'sign', next, [next, old]],
  [2, 'finish', next, [next]],
])(
  'generation %i of the authority of etcd in the phase %s: backups show a certificate of %s, and trust all that are known',
  async (generation, phase, signing, all) => {
    const recording = await record(generation, phase);
    const secret = named(recording, 'demo-services-backup-client').inputs;
    expect(secret).toMatchObject({ stringData: { 'ca.crt': all.map(pem).join('') } });
    // By it the next preview knows the phase of backups, which follow the VMs.
    const { annotations } = secret.metadata as { readonly annotations: Record<string, string> };
    expect(annotations['strata.dev/keys']).toBe(
      generation === 1 ? undefined : JSON.stringify({ etcdAuthority: { generation, phase } }),
    );
    expect(named(recording, 'demo-services-backup-certificate').inputs).toMatchObject({
      authorityCertificatePem: pem(signing),
    });
  },
);
