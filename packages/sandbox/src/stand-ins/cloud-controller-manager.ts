// SPDX-License-Identifier: Apache-2.0
/**
 * Plays `kubevirt-cloud-controller-manager` v0.6.0 where its image cannot be had: in the pod's
 * place, with the pod's arguments, files and ServiceAccount.
 *
 * @see https://github.com/kubevirt/cloud-provider-kubevirt
 */
import { runCloudController } from './cloud-controller/run.ts';
import { klog } from './log.ts';
import { runProcess } from './stand-in-process.ts';

await runProcess(() => runCloudController({ args: process.argv.slice(2), log: klog }));
