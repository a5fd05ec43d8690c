// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../checks/check-context.ts';
import { addressProblems, authorityProblems } from '../checks/check-server.ts';
import { ownPolicyProblems } from '../checks/own-policies.ts';
import { goldenImageOf } from '../machines/index.ts';
import { auditPolicyName } from '../tenancy/server-policies.ts';

/** Part of a root disk that the audit log may take. */
const part = 4;
const mibInGib = 1024;

/** Reports a log that could fill the root disk of a control-plane node, of a known size. */
const checkLog: Check = ({ config, platform }) => {
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

/** Reports a server of the audit log that would get nothing. */
const checkWebhook: Check = (context) => {
  const webhook = context.config.audit?.webhook;
  if (webhook === undefined) return [];
  const path = ['audit', 'webhook'];
  return [
    ...authorityProblems(webhook, path),
    ...addressProblems(webhook, path, 'the server'),
    ...ownPolicyProblems(context, [auditPolicyName], 'audit.webhook'),
  ];
};

/** Returns the problems of `audit`. */
export const checkAudit: Check = (context) => [...checkLog(context), ...checkWebhook(context)];
