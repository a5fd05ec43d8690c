// SPDX-License-Identifier: Apache-2.0

/** A file of an exported cluster. */
export interface ExportedFile {
  /** From the folder of the export. */
  readonly path: string;
  /** It may hold secrets. */
  readonly text: string;
}
