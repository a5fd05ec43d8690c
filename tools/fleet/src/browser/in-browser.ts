// SPDX-License-Identifier: Apache-2.0
// Shared parts of the tests that run in a browser.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

// These tests take minutes, so only `npm test -- --all` runs them.
const found = process.env.STRATA_TEST_ALL === 'true' ? findChromium() : undefined;
const why = 'it needs chromium on PATH, and npm test -- --all';

/** Path of Chromium; empty when the tests are skipped. */
export const program = found ?? '';

/** Runs a group of tests, or skips them. */
export const inBrowser = found === undefined ? describe.skip : describe;

/** Title of a group of tests, with the reason when they are skipped. */
export const title =
  found === undefined ? `in a browser, which is skipped: ${why}` : 'in a browser';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Returns one line for each violation that axe finds. */
export async function violations(page: Page): Promise<string[]> {
  const result: unknown = await page.evaluate(`${axe}; axe.run()`);
  return (result as { readonly violations: readonly Violation[] }).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}
