// SPDX-License-Identifier: Apache-2.0
export { backupPodOf } from './backup-pod.ts';
export { renderRestoreJob, restoreAnnotations, restoreJob } from './render-restore-job.ts';
export type { RestoredMember, RestoreRequest } from './restore-request.ts';
export { renderBootstrapToken } from '../../keys/bootstrap-token.ts';
export type { TokenFacts } from '../../keys/bootstrap-token.ts';
export { tenantImage } from '../../cloud/tenant-images.ts';
export { generationsAt } from '../../rotation/rotation-steps.ts';
