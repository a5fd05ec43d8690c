// SPDX-License-Identifier: Apache-2.0
export { isTourNew, markToured } from './stamp.ts';
export { tour, tourMilestone } from './tour.ts';
