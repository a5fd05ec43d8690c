// SPDX-License-Identifier: Apache-2.0
import type { FlagRow, FlagTable } from '../flags.ts';

const text = (fallback = ''): FlagRow => ({ kind: 'text', fallback });
const on = (fallback: boolean): FlagRow => ({ kind: 'switch', fallback: String(fallback) });

/** klog's flags; the stand-in writes the same lines whatever they say. */
const klogFlags: FlagTable = {
  ...{ v: text('0'), vmodule: text(), logtostderr: on(true), alsologtostderr: on(false) },
  ...{ stderrthreshold: text('2'), log_dir: text(), log_file: text(), log_file_max_size: text() },
  ...{ log_backtrace_at: text(), skip_headers: on(false), skip_log_headers: on(false) },
  ...{ add_dir_header: on(false), one_output: on(false) },
};

/**
 * The flags of the driver, with upstream's defaults; any other ends it.
 *
 * @see https://github.com/kubevirt/csi-driver/blob/main/cmd/kubevirt-csi-driver/kubevirt-csi-driver.go
 */
export const flagTable: FlagTable = {
  ...klogFlags,
  endpoint: text('unix:/csi/csi.sock'),
  'node-name': text(),
  'infra-cluster-namespace': text(),
  'infra-cluster-kubeconfig': text(),
  'infra-cluster-labels': text(),
  'tenant-cluster-kubeconfig': text(),
  'volume-prefix': text('pvc'),
  'run-node-service': on(true),
  'run-controller-service': on(true),
  'enable-detach-reconciler': on(false),
};
