// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

function launch(executablePath: string): Promise<Browser> {
  // The sandbox of Chromium needs rights that test containers do not have.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** Page on disk or of a server, and a browser that opens it from there. */
export class OpenPage implements AsyncDisposable {
  /** Complaints of the browser: errors, and what the page's Content-Security-Policy refused. */
  readonly complaints: string[] = [];
  /** URLs of all requests of the browser. */
  readonly requests: string[] = [];
  readonly url: string;
  readonly #browser: Browser;
  readonly #folder: string | undefined;

  private constructor(browser: Browser, url: string, folder?: string) {
    this.#browser = browser;
    this.url = url;
    this.#folder = folder;
  }

  /** Writes a page, and starts a browser for it. */
  static async start(executablePath: string, html: string): Promise<OpenPage> {
    const folder = mkdtempSync(join(tmpdir(), 'strata-fleet-page-'));
    const file = join(folder, 'fleet.html');
    writeFileSync(file, html);
    return new OpenPage(await launch(executablePath), pathToFileURL(file).href, folder);
  }

  /** Starts a browser for the page of a server. */
  static async of(executablePath: string, url: string): Promise<OpenPage> {
    return new OpenPage(await launch(executablePath), url);
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
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true });
  }
}
