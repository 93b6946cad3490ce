/** A page that holds every block and mark once: for pictures of it, and for its accessibility tree. */

export type Named = {
  slug: string
  project: string
  person: { id: string; name: string }
  issue: { id: string; key: string }
  page: { id: string; name: string }
}

export const richTitle = 'Tide windows: the whole rule'

export const richHtml = ({ slug, project, person, issue, page }: Named): string => {
  const inside = `/${slug}/projects/${project}`
  const mention = (kind: string, id: string, label: string, to = '') =>
    `<mention-component id="${id}" entity_name="${kind}" entity_identifier="${id}" label="${label}"${to && ` redirect_uri="${inside}/${to}"`}></mention-component>`
  return `
<p>A berth behind a sill is reachable only while the water above the sill is <strong>deeper</strong> than the
<em>boat’s draught</em> plus a <u>margin</u>; <s>local time</s>, <code>instants</code>, and
<a href="https://tides.example/">the tables</a> say when. ${mention('user_mention', person.id, person.name)} owns the rule,
${mention('issue', issue.id, issue.key, `issues/${issue.id}`)} mends it, ${mention('page_mention', page.id, page.name, `pages/${page.id}`)} tells the words.</p>
<p><span data-text-color="purple">Purple words</span>, <span data-background-color="peach">peach ground</span>,
<span data-text-color="green" data-background-color="gray">green on gray</span>.</p>
<div data-block-type="callout-component" data-logo-in-use="emoji" data-emoji-unicode="9888"><p>Never round a window outward.</p></div>
<div data-block-type="table-of-contents"></div>
<h2>The rule from now on</h2>
<pre><code class="language-typescript">// metres and instants only
const need = boat.draught + berth.margin + 0.2
return curve.spans(height =&gt; height - berth.sill &gt;= need)</code></pre>
<table><tbody><tr><th><p>Harbour</p></th><th><p>Sill, m</p></th><th><p>Opens on</p></th></tr>
<tr><td><p>Inner Basin</p></td><td><p>1.40</p></td><td data-background="green"><p>Time</p></td></tr>
<tr><td><p>Old Lock</p></td><td><p>0.85</p></td><td><p>Level</p></td></tr></tbody></table>
<details><summary>Why not local time?</summary><p>A tide knows no summer time.</p></details>
<file-component src="0190a0a0-0000-7000-8000-000000000003" name="tide-windows-2026.pdf" type="application/pdf" size="482133">tide-windows-2026.pdf</file-component>
<h3>Before we ship</h3>
<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>Recompute every booking</p></li>
<li data-type="taskItem" data-checked="false"><p>Call the harbours</p></li></ul>
<issue-embed-component entity_identifier="${issue.id}" project_identifier="${project}"></issue-embed-component>
<ul><li><p>Springs</p><ul><li><p>by the moon</p></li></ul></li><li><p>Neaps</p></li></ul>
<ol><li><p>Measure</p></li><li><p>Tell</p></li></ol>
<blockquote><p>The sea is never in a hurry.</p></blockquote>
<hr>
<p style="text-align: center">The end</p>`
}
