// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import type { TestCluster } from '@strata/testing';
import { renderBootstrapToken } from '@strata/user-cluster/restore';
import { PlayedInfra } from '../testing/played-infra.ts';
import { carryOut, giveUp } from './carry-out.ts';
import type { RestoreWork } from './carry-out.ts';
import { TenantNamespace } from './tenant-namespace.ts';

const request = {
  id: '4f2a91c0',
  host: 'prod.shop',
  asked: 1_777_000_000_000,
  members: [
    {
      name: 'cp-0',
      claim: 'cp-0-etcd',
      volumeMode: 'Block' as const,
      peerUrl: 'https://127.0.0.1:2380',
    },
  ],
};

const joinToken = renderBootstrapToken(
  {
    tokenId: 'abcdef',
    value: 'abcdef.0123456789abcdef',
    expiration: '2126-01-01T00:00:00Z',
  },
  {},
);

const job = '/apis/batch/v1/namespaces/cluster-shop/jobs/etcd-restore';

let infra: PlayedInfra;
let server: TestCluster;

beforeEach(async () => {
  infra = new PlayedInfra();
  server = await infra.start();
});

afterEach(() => server[Symbol.asyncDispose]());

/** Returns the work of one run of the command. */
async function work(signal = new AbortController().signal): Promise<RestoreWork> {
  const api = new ApiClient(await readKubeconfig(server.kubeconfig), { signal });
  const annotations = { 'strata.dev/restore-request': JSON.stringify(request) };
  return {
    namespace: new TenantNamespace(api, 'shop'),
    api,
    request,
    joinToken,
    renderJob: () => ({ metadata: { annotations }, spec: { suspend: true } }),
    patience: { pause: 1, signal },
    tell: () => undefined,
  };
}

const wanted = [
  'make the Job',
  'etcd-backup {"spec":{"suspend":true}}',
  'cp-0 {"spec":{"runStrategy":"Halted"}}',
  'etcd-restore {"spec":{"suspend":false}}',
  'cp-0 {"spec":{"runStrategy":"Always"}}',
  'make bootstrap-token-abcdef',
  'delete md-a-0',
  'delete node md-a-0',
  'delete md-a-1',
  'delete node md-a-1',
  'etcd-backup {"spec":{"suspend":false}}',
];

/** Changes without the time at which all was done, and without the token that the cluster has already. */
const changes = () =>
  infra.changes.filter(
    (one) => !one.includes('restore-ended') && !one.startsWith('bootstrap-token-abcdef '),
  );

// Proves: backups.restore-command
test('a restore is recorded first, then backups pause, machines stop, the Job runs, and workers are made anew', async () => {
  await carryOut(await work());
  expect(changes()).toEqual(wanted);
  expect(infra.changes.at(-1)).toMatch(
    /^etcd-restore \{"metadata":\{"annotations":\{"strata.dev\/restore-ended":"20\d\d-/,
  );
});

/** A Job that `kubectl create job --from=cronjob/etcd-backup` has made. The CronJob does not list it as active. */
const madeByHand = {
  metadata: { name: 'etcd-backup-last' },
  spec: { template: { metadata: { labels: { 'strata.dev/component': 'etcd-backup' } } } },
};

const finished = { status: { conditions: [{ type: 'Complete', status: 'True' }] } };

// Proves: backups.restore-command
test('a backup that somebody makes by hand ends before the machines stop', async () => {
  const last = `${job.slice(0, job.lastIndexOf('/'))}/etcd-backup-last`;
  let [asked, meanwhile]: [number, readonly string[]] = [0, []];
  Object.defineProperty(infra.objects, last, {
    enumerable: true,
    get: () => {
      asked += 1;
      if (asked < 4) return madeByHand;
      meanwhile = changes().slice(0, 3);
      return { ...madeByHand, ...finished };
    },
  });
  await carryOut(await work());
  expect(meanwhile).toEqual(wanted.slice(0, 2));
  expect(changes()).toEqual(wanted);
});

// Proves: backups.restore-command
test('a run that is killed after any change is run again: nothing is left out, and no disk is written twice', async () => {
  const last = wanted.length + 1;
  for (let killed = 1; killed <= last; killed += 1) {
    infra = new PlayedInfra();
    await server[Symbol.asyncDispose]();
    server = await infra.start();
    const stop = new AbortController();
    infra.onChange = () => {
      if (infra.changes.length === killed) stop.abort();
    };
    await expect(carryOut(await work(stop.signal))).rejects.toThrow();
    infra.onChange = () => undefined;
    await carryOut(await work());
    // Backups are suspended, and the Job let go, once more where nobody knows whether that was done.
    const once = changes().filter((one) => !one.startsWith('etcd-'));
    expect([killed, once]).toEqual([killed, wanted.filter((one) => !one.startsWith('etcd-'))]);
    expect(infra.at(job)).toMatchObject({
      metadata: { annotations: { 'strata.dev/restore-ended': expect.any(String) as string } },
    });
  }
});

// Proves: backups.restore-command
test('no worker is deleted while no machine could join', async () => {
  const { stringData } = joinToken;
  const expired = {
    ...joinToken,
    stringData: { ...stringData, expiration: '2026-01-31T00:00:00Z' },
  };
  await expect(carryOut({ ...(await work()), joinToken: expired })).rejects.toThrow(
    'The join token of prod.shop has expired at 2026-01-31T00:00:00Z, so no machine could join: renew it by npx strata up prod shop --refresh, then run the same command again. It goes on here.',
  );
  expect(changes()).toEqual(wanted.slice(0, 5));
});

// Proves: backups.restore-command
test('no worker is deleted while etcd takes no writes', async () => {
  infra.isFull = true;
  await expect(carryOut(await work())).rejects.toThrow(
    'etcd of prod.shop was full when the backup was made, and is full again: it takes no writes, so no machine could join. Make room in it (docs/runbooks/recover-etcd.md#a-disk-of-etcd-is-full), then run the same command again. It goes on here.',
  );
  expect(changes()).toEqual(wanted.slice(0, 5));
  infra.isFull = false;
  await carryOut(await work());
  expect(changes()).toEqual(wanted);
});

// Proves: backups.restore-command
test('the join token is written although the cluster has it, so that a full etcd says so', async () => {
  const path = '/api/v1/namespaces/kube-system/secrets/bootstrap-token-abcdef';
  infra.objects[path] = { metadata: {} };
  await carryOut(await work());
  expect(infra.at(path)).toMatchObject({
    metadata: { annotations: { 'strata.dev/restore-given': '1777000000000' } },
  });
});

// Proves: backups.restore-command
test('a Job that fails before it writes says why, and the restore can be given up', async () => {
  infra.failing = 'fetch';
  await expect(carryOut(await work())).rejects.toThrow(
    'The Job etcd-restore of cluster-shop has failed: its step fetch says:\nits last words\nNo disk was changed. Mend that and run the same command again, or start the machines as they were by --give-up.',
  );
  await giveUp(await work());
  expect(changes().slice(-3)).toEqual([
    'cp-0 {"spec":{"runStrategy":"Always"}}',
    'etcd-backup {"spec":{"suspend":false}}',
    'delete etcd-restore',
  ]);
});

// Proves: backups.restore-command
test('giving up that is killed after any change is ended by the next run', async () => {
  for (const killed of [1, 2]) {
    infra = new PlayedInfra();
    await server[Symbol.asyncDispose]();
    server = await infra.start();
    infra.failing = 'fetch';
    await expect(carryOut(await work())).rejects.toThrow('its step fetch says');
    const before = infra.changes.length;
    const stop = new AbortController();
    infra.onChange = () => {
      if (infra.changes.length === before + killed) stop.abort();
    };
    await expect(giveUp(await work(stop.signal))).rejects.toThrow();
    infra.onChange = () => undefined;
    await giveUp(await work());
    expect([killed, infra.at(job)]).toEqual([killed, undefined]);
    expect(changes().filter((one) => one.includes('"runStrategy":"Always"'))).toHaveLength(1);
    expect(changes().slice(-2)).toEqual([
      'etcd-backup {"spec":{"suspend":false}}',
      'delete etcd-restore',
    ]);
  }
});

// Proves: backups.restore-command
test('a Job that fails while it writes cannot be given up, and is made again by the next run', async () => {
  infra.failing = 'write';
  await expect(carryOut(await work())).rejects.toThrow(
    'Disks may be half written. The former data is in the repository with the tag before-restore. Mend that, and run the same command again.',
  );
  await expect(giveUp(await work())).rejects.toThrow(
    'Disks may have been written, so the machines cannot start as they were: run the restore again without --give-up.',
  );
  infra.failing = undefined;
  await carryOut(await work());
  expect(changes().filter((one) => one.includes('Job') || one === 'delete etcd-restore')).toEqual([
    'make the Job',
    'delete etcd-restore',
    'make the Job',
  ]);
});

// Proves: backups.restore-command
test('a pod that is gone tells nothing of the disks, so the restore cannot be given up', async () => {
  infra.failing = 'fetch';
  infra.isPodGone = true;
  await expect(carryOut(await work())).rejects.toThrow(
    'The Job etcd-restore of cluster-shop has failed: its pod is gone. Nobody knows whether disks were written. Mend that, and run the same command again.',
  );
  await expect(giveUp(await work())).rejects.toThrow(
    'Disks may have been written, so the machines cannot start as they were: run the restore again without --give-up.',
  );
});

// Proves: backups.restore-command
test('a Job that never had a pod has written nothing, and is given up', async () => {
  const annotations = { 'strata.dev/restore-request': JSON.stringify(request) };
  infra.isPodGone = true;
  infra.objects[job] = {
    metadata: { name: 'etcd-restore', uid: 'job', annotations },
    spec: { suspend: false, template: { metadata: {} } },
  };
  await giveUp(await work());
  expect(infra.at(job)).toBeUndefined();
  expect(changes()).toEqual([
    'etcd-restore {"spec":{"suspend":true}}',
    'etcd-backup {"spec":{"suspend":false}}',
    'delete etcd-restore',
  ]);
});

// Proves: backups.restore-command
test('a machine that somebody starts while its disk is written ends the Job, and all disks are written anew', async () => {
  infra.isSlow = true;
  const machine = '/apis/kubevirt.io/v1/namespaces/cluster-shop/virtualmachines/cp-0';
  infra.onChange = () => {
    if (infra.changes.at(-1) !== 'etcd-restore {"spec":{"suspend":false}}') return;
    const { spec } = infra.at(machine) as { spec: { runStrategy: string } };
    spec.runStrategy = 'Always';
  };
  await expect(carryOut(await work())).rejects.toThrow(
    'Somebody has started cp-0 while the Job etcd-restore wrote the disks: the Job is stopped, and nobody may trust the disks. Stop deployments and repairs of drift, and run the same command again: it writes all disks anew.',
  );
  expect(changes()).toEqual([
    ...wanted.slice(0, 4),
    'etcd-restore {"metadata":{"annotations":{"strata.dev/restore-disturbed":"cp-0"}}}',
    'etcd-restore {"spec":{"suspend":true}}',
  ]);
  infra.onChange = () => undefined;
  await expect(giveUp(await work())).rejects.toThrow('Disks may have been written');
  infra.isSlow = false;
  infra.changes.length = 0;
  await carryOut(await work());
  expect(changes()).toEqual(['delete etcd-restore', ...wanted]);
});

test('without a restore there is nothing to give up', async () => {
  await expect(giveUp(await work())).rejects.toThrow('No restore goes on that could be given up.');
  expect(infra.changes).toEqual([]);
});
