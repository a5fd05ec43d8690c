// SPDX-License-Identifier: Apache-2.0
/**
 * Plays `kubevirt-csi-driver` v0.4.5 in controller mode, with its sidecars provisioner, attacher,
 * resizer and snapshotter, where their images cannot be had: in the driver container's place, with its
 * arguments, environment, files and ServiceAccount.
 *
 * @see https://github.com/kubevirt/csi-driver
 */
import { runCsiController } from './csi/run.ts';
import { klog } from './log.ts';
import { runProcess } from './stand-in-process.ts';

await runProcess(() =>
  runCsiController({ args: process.argv.slice(2), env: process.env, log: klog }),
);
