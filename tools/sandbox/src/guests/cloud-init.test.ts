// SPDX-License-Identifier: Apache-2.0
import { hasGuest, readCloudInit, type SecretReader } from './cloud-init.ts';
import type { MachineInstance, MachineVolume } from './virtual-machine.ts';

const data: Readonly<Record<string, Record<string, string>>> = {
  workers: { userdata: '#cloud-config\nruncmd: []\n', networkdata: 'version: 2\n' },
  keys: { one: 'ssh-ed25519 AAAA a', two: 'ssh-ed25519 BBBB b' },
};
const secrets: SecretReader = (name) => Promise.resolve(data[name]);

function machine(volume: Partial<MachineVolume>, spec: object = {}): MachineInstance {
  return {
    metadata: { name: 'workers-0', namespace: 'cluster-demo', uid: 'u1' },
    spec: {
      domain: { firmware: { uuid: 'f1' } },
      volumes: [{ name: 'root' }, { name: 'cloudinit', ...volume }],
      ...spec,
    },
  };
}

// Proves: machines.cloud-init
test('a NoCloud disk contains the data of its Secret, and the metadata that KubeVirt makes', async () => {
  const references = {
    secretRef: { name: 'workers' },
    networkDataSecretRef: { name: 'workers' },
  };
  const disk = await readCloudInit(machine({ cloudInitNoCloud: references }), secrets);
  expect(disk).toEqual({
    instanceId: 'f1',
    label: 'cidata',
    userData: '#cloud-config\nruncmd: []\n',
    metaData: '{"instance-id":"f1","local-hostname":"workers-0"}',
    networkData: 'version: 2\n',
  });
});

// Proves: machines.cloud-init
test('a ConfigDrive disk names the machine by its own name and its namespace', async () => {
  const keys = {
    accessCredentials: [
      {
        sshPublicKey: {
          source: { secret: { secretName: 'keys' } },
          propagationMethod: { configDrive: {} },
        },
      },
    ],
  };
  const userDataBase64 = Buffer.from('#cloud-config\n').toString('base64');
  const disk = await readCloudInit(
    machine({ cloudInitConfigDrive: { userDataBase64 } }, keys),
    secrets,
  );
  expect(disk).toEqual({
    instanceId: 'workers-0.cluster-demo',
    label: 'config-2',
    userData: '#cloud-config\n',
    metaData: JSON.stringify({
      instance_id: 'workers-0.cluster-demo',
      hostname: 'workers-0',
      uuid: 'f1',
      public_keys: { 0: 'ssh-ed25519 AAAA a', 1: 'ssh-ed25519 BBBB b' },
    }),
  });
});

test('names a Secret that does not exist', async () => {
  const asking = machine({ cloudInitNoCloud: { secretRef: { name: 'none' } } });
  await expect(readCloudInit(asking, secrets)).rejects.toThrow('Secret none is not there');
});

test('a machine without cloud-init has no such disk', async () => {
  expect(await readCloudInit(machine({}), secrets)).toBeUndefined();
});

test('runs a guest for machines of a pool, and for others whose user-data contains commands', () => {
  const disk = (userData: string) =>
    ({ instanceId: 'i', label: 'cidata', userData, metaData: '{}' }) as const;
  const plain = machine({});
  const labels = { 'strata.dev/pool': 'workers' };
  const ours = { ...plain, metadata: { ...plain.metadata, labels } };
  expect(hasGuest(plain, disk('#cloud-config\nruncmd:\n  - [true]\n'))).toBe(true);
  expect(hasGuest(plain, disk('#cloud-config\nssh_pwauth: false\n'))).toBe(false);
  expect(hasGuest(ours, disk('not even cloud-config'))).toBe(true);
  expect(hasGuest(ours, undefined)).toBe(false);
});
