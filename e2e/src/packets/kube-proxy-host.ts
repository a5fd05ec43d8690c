// SPDX-License-Identifier: Apache-2.0
import type { Instance } from '@strata/sandbox';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, statusOf } from '../environment.ts';

const key = /^hostnameOverride: (.+)$/m;

const fileOf = ({ dir }: Instance) => join(dir, 'kube-proxy.yaml');

/** Name of the host that the rack's kube-proxy serves as. */
export function servedHost(instance: Instance): string {
  const [, host] = key.exec(readFileSync(fileOf(instance), 'utf8')) ?? [];
  if (host === undefined) throw new Error('the configuration of kube-proxy names no host');
  return host;
}

/**
 * Has the rack's kube-proxy serve as another host, as that host's own kube-proxy does on bare metal.
 * kube-proxy ends when its configuration changes, and the rack starts it again with the new one; what
 * it wrote for the kernel stays in force meanwhile.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kube-proxy/app/options.go (eventHandler)
 */
export async function serveAsHost(instance: Instance, host: string): Promise<void> {
  if (servedHost(instance) === host) return;
  const former = (await kubeProxy(instance)).pid;
  // In place: kube-proxy watches the file itself, and not its name.
  const text = readFileSync(fileOf(instance), 'utf8');
  writeFileSync(fileOf(instance), text.replace(key, `hostnameOverride: ${host}`));
  await eventually(`kube-proxy serves as ${host}`, async () => {
    const { pid, isReady } = await kubeProxy(instance);
    return pid !== undefined && pid !== former && isReady;
  });
}

async function kubeProxy(instance: Instance) {
  const { processes, unready } = await statusOf(instance);
  const found = processes.find(({ name }) => name === 'kube-proxy');
  return { pid: found?.pid, isReady: !unready.includes('kube-proxy') };
}
