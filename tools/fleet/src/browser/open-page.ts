// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Page on disk, and a browser that opens it from there. */
export class OpenPage implements AsyncDisposable {
  /** Complaints of the browser: errors, and what the page's Content-Security-Policy refused. */
  readonly complaints: string[] = [];
  /** URLs of all requests of the browser. */
  readonly requests: string[] = [];
  readonly #browser: Browser;
  readonly #folder: string;

  private constructor(browser: Browser, folder: string) {
    this.#browser = browser;
    this.#folder = folder;
  }

  static async start(executablePath: string, html: string): Promise<OpenPage> {
    const folder = mkdtempSync(join(tmpdir(), 'strata-fleet-page-'));
    writeFileSync(join(folder, 'fleet.html'), html);
    // The sandbox of Chromium needs rights that test containers do not have.
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    return new OpenPage(browser, folder);
  }

  get url(): string {
    return pathToFileURL(join(this.#folder, 'fleet.html')).href;
  }

  /** Opens a separate window at a view. */
  async open(hash: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.#browser.newPage(options);
    page.on('pageerror', ({ message }) => this.complaints.push(message));
    page.on('console', (message) => this.complaints.push(message.text()));
    page.on('request', (request) => this.requests.push(request.url()));
    await page.goto(`${this.url}${hash}`);
    await page.waitForSelector('h1');
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    rmSync(this.#folder, { recursive: true });
  }
}
