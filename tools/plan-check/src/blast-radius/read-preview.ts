// SPDX-License-Identifier: Apache-2.0
import { basename } from 'node:path';
import { checked } from '../read-yaml.ts';
import { PlanError } from '../report.ts';
import { previewDigest } from './preview-steps.ts';
import type { PreviewDigest } from './preview-steps.ts';

/** Preview, with its name in messages: its file, or `standard input`. */
export interface PreviewText {
  readonly name: string;
  readonly text: string;
  /** Standard error of Pulumi, where somebody has kept it. */
  readonly errors?: string;
}

/** A stack that the backend does not have yet, and of which there is no preview. */
export interface NewStack {
  /** As Pulumi calls it: `production.shop`. */
  readonly stack: string;
  readonly environment: string;
  /** Of a user cluster's stack. */
  readonly cluster?: string;
  /** Name of the file that the preview would be in. */
  readonly file: string;
}

/** Content of a file with a preview. */
export interface ReadPreview {
  readonly digest: PreviewDigest;
  readonly newStack?: NewStack;
}

const empty: PreviewDigest = { steps: [], diagnostics: [] };

/** Reads what Pulumi says instead of a preview that it cannot begin. */
function withoutPreview(name: string, errors: string): ReadPreview {
  const [, stack] = /no stack named '([^']+)'/.exec(errors) ?? [];
  if (stack === undefined) {
    return { digest: { ...empty, diagnostics: [{ severity: 'error', message: errors }] } };
  }
  const [environment = '', cluster] = stack.split('.');
  const owner = { environment, ...(cluster !== undefined && { cluster }) };
  return { digest: empty, newStack: { stack, ...owner, file: basename(name) } };
}

/**
 * Reads a preview.
 *
 * @throws PlanError when it is not the output of `pulumi preview --json`.
 */
export function readPreview({ errors = '', name, text }: PreviewText): ReadPreview {
  if (text.trim() === '' && errors.trim() !== '') return withoutPreview(name, errors);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PlanError(`${name} is no JSON: it must be the output of pulumi preview --json.`);
  }
  return { digest: checked(value, name, previewDigest) };
}

/** Returns a sentence about a stack without a preview. */
export function describeNewStack({ cluster, environment, file, stack }: NewStack): string {
  const words = ['npx strata preview', environment, cluster].filter((word) => word !== undefined);
  return `${file}: the backend has no stack "${stack}", so an update makes all of it; ${words.join(' ')} shows that`;
}
