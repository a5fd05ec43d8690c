// SPDX-License-Identifier: Apache-2.0
// Stands for modules that the pack does not need, see main.ts.
