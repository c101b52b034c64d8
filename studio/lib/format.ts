import { html, type TemplateResult } from 'lit';
import { endpointHref } from './route.js';

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A moment as people here write it; the exact one is in the title. */
export const moment = (iso: string): TemplateResult =>
  html`<time datetime=${iso} title=${iso}>${Number.isNaN(Date.parse(iso)) ? iso : clock.format(new Date(iso))}</time>`;

export const methodBadge = (method: string): TemplateResult => html`<span class="method m-${method.toLowerCase()}">${method}</span>`;

/** `GET /users/:id` as a link to its page. */
export function endpointLink(id: string): TemplateResult {
  const [, method, path] = /^([A-Z][A-Z-]*) (.*)$/s.exec(id) ?? [];
  return html`<a class="endpoint" href=${endpointHref(id)}>${method === undefined ? id : html`${methodBadge(method)} <code>${path}</code>`}</a>`;
}

export const count = (number: number, one: string, many = `${one}s`): string => `${number.toLocaleString()} ${number === 1 ? one : many}`;

export const json = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));
