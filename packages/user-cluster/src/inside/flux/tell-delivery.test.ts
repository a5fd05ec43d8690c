// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { freePort, recordProgram, testCluster, testKubeconfig, valueOf } from '@strata/testing';
import { testConfig } from '../../test-context.ts';
import { deliveryOf, tellDelivery } from './tell-delivery.ts';

const namespace = 'namespaces/flux-system';
const conditions = [{ type: 'Ready', status: 'True', observedGeneration: 1 }];
const metadata = { generation: 1 };
const revision = 'main@sha1:0123abcd';

const objects = {
  [`/apis/source.toolkit.fluxcd.io/v1/${namespace}/gitrepositories/flux-system`]: {
    metadata,
    spec: { url: 'https://git.example.org/shop.git', interval: '60s' },
    status: { conditions, artifact: { revision } },
  },
  [`/apis/kustomize.toolkit.fluxcd.io/v1/${namespace}/kustomizations/flux-system`]: {
    metadata,
    spec: { path: './' },
    status: { conditions, lastAppliedRevision: revision },
  },
};

const applied =
  'delivery.flux of the user cluster "shop": main@sha1:0123abcd of https://git.example.org/shop.git is applied';

const ask = async (kubeconfig: string) =>
  deliveryOf(new ApiClient(await readKubeconfig(kubeconfig), { seconds: 5 }), {
    cluster: 'shop',
    patienceSeconds: 0,
  });

// Proves: clusters.delivery
test('a cluster is asked how far its delivery is, and nothing fails where it does not answer', async () => {
  await using cluster = await testCluster(objects);
  expect(await ask(cluster.kubeconfig)).toEqual({ severity: 'info', text: applied });
  await using empty = await testCluster();
  expect(await ask(empty.kubeconfig)).toEqual({
    severity: 'info',
    text: 'delivery.flux of the user cluster "shop": Flux has not said yet whether it is applied; see kubectl -n flux-system get gitrepositories,kustomizations',
  });
  // Of the two objects one alone is there.
  for (const one of Object.entries(objects)) {
    await using half = await testCluster(Object.fromEntries([one]));
    expect((await ask(half.kubeconfig)).text).toContain('Flux has not said yet');
  }
  const server = `https://127.0.0.1:${await freePort()}`;
  const away = await ask(testKubeconfig(server));
  expect(away.severity).toBe('warn');
  expect(away.text).toMatch(
    `delivery.flux of the user cluster "shop": nobody knows how far it is: ${server}: `,
  );
  expect(away.text).not.toContain('hush');
});

test('previews ask, and updates of the program; a cluster without workers is not asked', async () => {
  const info = jest.spyOn(pulumi.log, 'info').mockResolvedValue();
  const isPreview = jest.spyOn(pulumi.runtime, 'isDryRun');
  await using cluster = await testCluster(objects);
  const [pool] = testConfig().pools;
  const { instancetype, rootDisk } = pool ?? {};
  const idle = testConfig({ pools: [{ name: 'md', replicas: 0, instancetype, rootDisk }] });
  const lines = async (preview: boolean, asksAfterUpdate: boolean, config = testConfig()) => {
    isPreview.mockReturnValue(preview);
    info.mockClear();
    await recordProgram(() => {
      const delivered = new core.v1.ConfigMap('delivered', {});
      const kubeconfig = pulumi.secret(cluster.kubeconfig);
      const told = { cluster: 'shop', config, kubeconfig, delivered, asksAfterUpdate };
      return new Promise<void>((done) => {
        tellDelivery(told).apply(() => {
          done();
        });
      });
    });
    return info.mock.calls.map(([text]) => text);
  };
  const limit = jest.spyOn(AbortSignal, 'timeout');
  expect(await lines(true, false)).toEqual([applied]);
  expect(limit).toHaveBeenCalledWith(10_000);
  limit.mockRestore();
  expect(await lines(false, true)).toEqual([applied]);
  expect(await lines(false, false)).toEqual([]);
  expect(await lines(true, true, idle)).toEqual([]);
  info.mockRestore();
  isPreview.mockRestore();
});

test('an update waits for what Flux says of the first commit', async () => {
  const paths = Object.keys(objects);
  await using cluster = await testCluster(objects);
  const api = new ApiClient(await readKubeconfig(cluster.kubeconfig), { seconds: 5 });
  const get = api.get.bind(api);
  const asked: string[] = [];
  jest.spyOn(api, 'get').mockImplementation(async (path) => {
    asked.push(path);
    return asked.length > 4 ? get(path) : undefined;
  });
  const asks = { cluster: 'shop', patienceSeconds: 30, pauseSeconds: 0.001 };
  expect(await deliveryOf(api, asks)).toEqual({
    severity: 'info',
    text: applied,
  });
  expect(asked).toEqual([...paths, ...paths, ...paths]);
});

test('without patience a cluster is asked once', async () => {
  await using cluster = await testCluster(objects);
  const api = new ApiClient(await readKubeconfig(cluster.kubeconfig), { seconds: 5 });
  const get = jest.spyOn(api, 'get').mockResolvedValue(undefined);
  const times = [1_000, 1_000];
  const now = jest.spyOn(Date, 'now').mockImplementation(() => times.shift() ?? 2_000);
  const { text } = await deliveryOf(api, { cluster: 'shop', patienceSeconds: 0 });
  now.mockRestore();
  expect(text).toContain('Flux has not said yet');
  expect(get).toHaveBeenCalledTimes(2);
});

test('nothing is asked where nothing is delivered', async () => {
  const kubeconfig = pulumi.secret('of nobody');
  const told = { cluster: 'shop', config: testConfig(), kubeconfig, delivered: undefined };
  expect(await valueOf(tellDelivery({ ...told, asksAfterUpdate: true }))).toBeUndefined();
});

test('any other failure than that of the cluster is one of the program', async () => {
  await using cluster = await testCluster(objects);
  const api = new ApiClient(await readKubeconfig(cluster.kubeconfig), { seconds: 5 });
  jest.spyOn(api, 'get').mockRejectedValue(new TypeError('a bug'));
  await expect(deliveryOf(api, { cluster: 'shop', patienceSeconds: 0 })).rejects.toThrow('a bug');
});
