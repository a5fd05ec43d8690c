// SPDX-License-Identifier: Apache-2.0
export { announceRotation, rotationLines } from './announce-rotation.ts';
export { checkRotation } from './check-rotation.ts';
export { keysAnnotation } from './keys-annotation.ts';
export { generationsAt, phaseIndex, stepOf } from './rotation-steps.ts';
