// SPDX-License-Identifier: Apache-2.0

/** The file of a schema, from the root of the repository. */
export function schemaFile(folder: string): string {
  return `stacks/schemas/${folder}.json`;
}

/**
 * The line at the head of a file by which editors find its schema.
 *
 * @see https://github.com/redhat-developer/yaml-language-server#using-inlined-schema
 */
export function schemaLine(folder: string): string {
  return `# yaml-language-server: $schema=../schemas/${folder}.json`;
}
