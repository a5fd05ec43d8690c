// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../checks/check-context.ts';
import { goldenImageOf } from '../machines/index.ts';

/** Part of a root disk that the audit log may take. */
const part = 4;
const mibInGib = 1024;

/** Reports an audit log that could fill the root disk of a control-plane node, of a known size. */
export const checkAudit: Check = ({ config, platform }) => {
  const { audit, controlPlane } = config;
  if (audit === undefined || controlPlane === undefined) return [];
  const { rootDisk } = controlPlane;
  const sizeGiB = rootDisk.sizeGiB ?? goldenImageOf(rootDisk, platform)?.sizeGiB;
  const { maxBackups, maxSizeMiB } = audit.log;
  const most = (maxBackups + 1) * maxSizeMiB;
  if (sizeGiB === undefined || most <= (sizeGiB * mibInGib) / part) return [];
  const message =
    `${maxBackups + 1} files of ${maxSizeMiB} MiB are more than a quarter of the root disk of ${sizeGiB} GiB; ` +
    'take fewer or smaller ones, or a larger controlPlane.rootDisk.sizeGiB';
  return [{ path: ['audit', 'log'], message }];
};
