// SPDX-License-Identifier: Apache-2.0
// Stands for modules that nobody needs, see unused-modules.ts.
