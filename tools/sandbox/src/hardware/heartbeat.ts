// SPDX-License-Identifier: Apache-2.0

/** Changes of a Node that virt-handler's heartbeat makes. */
export interface Heartbeat {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/**
 * Returns what virt-handler writes on its host every minute, and once more when it stops: then the host takes no
 * machines until the next one says otherwise. The kubelets of hosts have no static CPU manager here.
 *
 * @param isRunning - whether virt-handler goes on.
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/heartbeat/heartbeat.go (do, labelNodeUnschedulable)
 */
export function heartbeat(isRunning: boolean, now = new Date()): Heartbeat {
  return {
    labels: {
      'kubevirt.io/schedulable': String(isRunning),
      cpumanager: 'false',
      'kubevirt.io/cpumanager': 'false',
    },
    annotations: { 'kubevirt.io/heartbeat': now.toISOString() },
  };
}
