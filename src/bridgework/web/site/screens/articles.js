// The articles, and one of them.
import { Markup } from "../../ui/markup.js";
import { getBlog, listBlogs } from "../api/open.js";
import { Turn } from "../parts/pages.js";
import { Labels, Loaded, Single, date, href, html, isOwn, moment, number, route,
  useApi } from "../ui.js";

const LIMIT = 20;

export function Articles() {
  const state = useApi(listBlogs, { page: route.value.query.page });
  return html`<section class="middle"><h1 tabindex="-1">Articles</h1>
    <${Loaded} state=${state} one="article">
      ${({ items, total }) => html`
        ${items.length === 0 && html`<p class="empty">No article has been published yet.</p>`}
        <ul class="articles plain-list record-list tight">${items.map(card)}</ul>
        <${Turn} total=${total} limit=${LIMIT} />
      `}
    <//>
  </section>`;
}

const card = (one) => html`<li key=${one.id}>
  <h2><a href=${href(["articles", one.slug])} dir="auto">${one.title}</a></h2>
  <p dir="auto">${one.excerpt}</p>
  <p class="quiet"><${Byline} ...${one} /></p>
</li>`;

const Byline = ({ author, publishedAt, readingMinutes }) => html`<bdi>${author.name}</bdi> ·${" "}
  <time datetime=${publishedAt} title=${moment(publishedAt)}>${date(publishedAt)}</time> ·${" "}
  ${number(readingMinutes)} min to read`;

export function Article({ id }) {
  return html`<${Single} state=${useApi(getBlog, { slug: id })} titleOf=${(post) => post.title}
      missing="This article is not published now, or the link is incomplete.">
    ${(post) => html`<article class="reading">
      <h1 tabindex="-1" dir="auto">${post.title}</h1>
      <p class="quiet"><${Byline} ...${post} /></p>
      ${isOwn(post.coverUrl) && html`<img class="cover" src=${post.coverUrl} alt="" />`}
      <${Markup} source=${post.bodyHtml} top=${2} />
      <${Labels} items=${post.tags} />
    </article>`}
  <//>`;
}
