// SPDX-License-Identifier: Apache-2.0
import { setTimeout } from 'node:timers/promises';
import type { ManifestHost } from '../src/kubeone/kubeone-manifest.ts';

/** Milliseconds between two tries to evict a pod: fewer than the 5 s of KubeOne. */
const retryDelay = 100;

/**
 * Prints what KubeOne prints while it drains a host with two pods, as logrus does without a terminal.
 *
 * @param isEndless - whether the budget of the second pod never lets it go.
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/upgrade_static_workers.go#L50
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/nodeutils/drain.go
 * @see https://github.com/kubernetes/kubectl/blob/v0.36.2/pkg/drain/drain.go `evictPods`
 */
export async function playDrain(host: ManifestHost, isEndless: boolean): Promise<void> {
  const say = (level: string, message: string) => {
    const text = JSON.stringify(message);
    process.stderr.write(
      `time="12:00:00 UTC" level=${level} msg=${text} node=${host.publicAddress}\n`,
    );
  };
  say('info', 'Draining static worker node...');
  for (const pod of ['web-0', 'web-1']) say('info', `evicting pod shop/${pod}\n`);
  say('info', 'pod shop/web-0 is evicted');
  while (isEndless) {
    const refusal = "Cannot evict pod as it would violate the pod's disruption budget.";
    say('error', `error when evicting pods/"web-1" -n "shop" (will retry after 5s): ${refusal}\n`);
    await setTimeout(retryDelay);
  }
  say('info', 'pod shop/web-1 is evicted');
  say('info', 'Upgrading Kubernetes binaries on static worker node...');
}
