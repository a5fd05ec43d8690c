// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountKubeconfig } from '@strata/cluster-client';
import type { RackSession } from '@strata/sandbox';
import { kubectl, pulumi, stacks } from '../environment.ts';
import type { infraAccounts } from './accounts.ts';

/** Paths of kubeconfigs on the infra cluster, one for each account, and one of nobody in particular. */
export type Tokens = Readonly<Record<keyof typeof infraAccounts | 'nobody', string>> & {
  readonly folder: string;
};

/** Takes the token of each account from where it really is; the caller removes the folder. */
export async function collectTokens(session: RackSession): Promise<Tokens> {
  const { stdout } = await pulumi(session, stacks.infra, [
    'stack',
    'output',
    '--json',
    '--show-secrets',
  ]);
  const { platformKubeconfig = '', userClustersKubeconfig = '' } = JSON.parse(stdout) as Record<
    string,
    string
  >;
  const of = (name: string, tokenData: string) =>
    accountKubeconfig(platformKubeconfig, { name, tokenData });
  const stored = await kubectl(session, [
    'get',
    'secret',
    'cluster-demo-token-1',
    '--namespace=strata-user-clusters',
    '--output=jsonpath={.data.token}',
  ]);
  const made = async (account: string, namespace: string) => {
    const token = await kubectl(session, ['create', 'token', account, '-n', namespace]);
    return of(account, Buffer.from(token).toString('base64'));
  };
  const texts = {
    platform: platformKubeconfig,
    'user-clusters': userClustersKubeconfig,
    cluster: of('cluster-demo', stored),
    cloud: await made('cloud-controller-manager', 'cluster-demo'),
    storage: await made('kubevirt-csi', 'cluster-demo'),
    prometheus: await made('prometheus-k8s', 'monitoring'),
    objectMetrics: await made('kube-state-metrics', 'monitoring'),
    nobody: await made('default', 'default'),
  };
  const folder = await mkdtemp(join(tmpdir(), 'strata-accounts-'));
  const path = async (name: keyof typeof texts) => {
    const file = join(folder, name);
    await writeFile(file, texts[name], { mode: 0o600 });
    return file;
  };
  return {
    folder,
    platform: await path('platform'),
    'user-clusters': await path('user-clusters'),
    cluster: await path('cluster'),
    cloud: await path('cloud'),
    storage: await path('storage'),
    prometheus: await path('prometheus'),
    objectMetrics: await path('objectMetrics'),
    nobody: await path('nobody'),
  };
}
