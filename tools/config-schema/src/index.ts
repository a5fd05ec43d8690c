// SPDX-License-Identifier: Apache-2.0
export { schemaLine } from './schema-line.ts';
