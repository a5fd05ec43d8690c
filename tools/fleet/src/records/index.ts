// SPDX-License-Identifier: Apache-2.0
export { clusterRecords, environmentRecords } from './check-records.ts';
export type { RecordContext } from './check-records.ts';
export { lastProof } from './last-proof.ts';
