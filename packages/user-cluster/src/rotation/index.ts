// SPDX-License-Identifier: Apache-2.0
export { announceRotation, rotationLines } from './announce-rotation.ts';
export type { RecordedFingerprints } from './key-fingerprints.ts';
export { checkedFingerprints } from './check-fingerprints.ts';
export { checkRotation } from './check-rotation.ts';
export type { KeyFingerprints } from './key-fingerprints.ts';
export { fingerprintsAnnotation } from './key-fingerprints.ts';
export { keysAnnotation } from './keys-annotation.ts';
export { generationsAt, phaseIndex, stepOf } from './rotation-steps.ts';
