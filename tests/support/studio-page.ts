/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page as it is: WCAG 2.2 A and AA, and its best practices. */
export async function violationsOf(tab: Page): Promise<string[]> {
  await tab.evaluate(axe);
  return tab.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as {
      axe: {
        run(root: unknown, options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await runner.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.split('\n').slice(1).join(' ')}`),
    );
  });
}

/** Goes to a page of the dashboard and waits until nothing in it is loading. */
export async function openPage(tab: Page, hash: string): Promise<void> {
  await tab.evaluate((to) => {
    location.hash = to;
  }, hash);
  await tab.waitForFunction(
    (to) =>
      location.hash === to &&
      document.querySelector('main h1') !== null &&
      ![...document.querySelectorAll('main [role=status]')].some((each) => each.textContent === 'Loading…'),
    {},
    hash,
  );
}

/** The text that a person sees. */
export const textOf = (tab: Page, selector = 'main'): Promise<string> =>
  tab.$eval(selector, (element) => (element as unknown as { innerText: string }).innerText);

/** Settles when the page shows this text. */
export const until = (tab: Page, wanted: string): Promise<unknown> =>
  tab.waitForFunction(
    (part) => (document.body as unknown as { innerText: string }).innerText.includes(part),
    { timeout: 30_000, polling: 50 },
    wanted,
  );
