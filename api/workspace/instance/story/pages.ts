/** The texts of the first project. */
export const pages = [
  {
    name: 'Tide windows: when may a boat come in?',
    html: '<p>A berth behind a sill is reachable only while the water above the sill is deeper than the boat’s draught plus a margin.</p><div data-block-type="callout-component"><p>Never round a window outward. Too short costs a wait; too long costs a keel.</p></div><h2>The rule from now on</h2><pre><code># metres and instants only; no local time in here\nlet need = boat.draught + berth.margin + 0.2\nreturn curve.spans(height =&gt; height - berth.sill &gt;= need)</code></pre><table><tbody><tr><th><p>Harbour</p></th><th><p>Sill, m</p></th><th><p>Opens on</p></th></tr><tr><td><p>Inner Basin</p></td><td><p>1.40</p></td><td><p>Time</p></td></tr><tr><td><p>Old Lock</p></td><td><p>0.85</p></td><td><p>Level</p></td></tr></tbody></table><h2>Before we ship</h2><ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>Recompute every booking since 25 October</p></li><li data-type="taskItem" data-checked="false"><p>Call the harbours whose window moved by more than ten minutes</p></li></ul><h2>What skippers read</h2><h3>While waiting outside</h3><p>“Tie up outside the sill and wait. The gate opens when the water is high enough.” One line, in harbour time, and an hour before the window closes we send a message.</p><h3>When the window closes</h3><p>The arrival card says when the next one opens, and offers a berth outside for as long.</p>',
  },
  {
    name: 'Season opening plan',
    html: '<p>The gates open on 1 April. What has to be done before is here; what may wait is in the module.</p><h2>January</h2><ul><li><p>Prices agreed with the port office</p></li><li><p>Season contracts sent out, with the new half-metre rule</p></li></ul><h2>February</h2><ul><li><p>Gate codes tried at each harbour, by somebody who has never seen them</p></li><li><p>Backup restored on the spare machine</p></li></ul><h2>March</h2><ul><li><p>Dredging of the inner basin</p></li><li><p>New gate codes for everyone</p></li><li><p>Opening weekend is also the spring tide: two people on call</p></li></ul>',
  },
  {
    name: 'Words we use',
    html: '<p><strong>Sill</strong>: the sea bed at a harbour’s mouth.</p><p><strong>Draught</strong>: how deep a boat reaches.</p><p><strong>Window</strong>: the span of time in which a boat may cross a sill.</p><p><strong>Visitor</strong>: whoever stays for a night; with a season contract one is a <strong>berth holder</strong>.</p>',
  },
  {
    name: 'How prices are made',
    html: '<p>Length over all, rounded up to half a metre, times the rate of the season. Electricity by the kilowatt hour from spring on.</p><table><tbody><tr><th><p>Season</p></th><th><p>Rate a metre</p></th></tr><tr><td><p>April and May</p></td><td><p>2.40</p></td></tr><tr><td><p>June to August</p></td><td><p>3.60</p></td></tr><tr><td><p>September and October</p></td><td><p>2.40</p></td></tr></tbody></table><p>Children’s boats under four metres pay nothing.</p>',
  },
  {
    name: 'When a storm closes us',
    html: '<ol><li><p>Above wind force 8 no new stay can be booked.</p></li><li><p>Boats on their way are told, with the nearest harbour that is open.</p></li><li><p>Deposits of that day go back by themselves.</p></li><li><p>The watch opens again by telephone; nobody else does.</p></li></ol>',
  },
  {
    name: 'Notes: call with Sandvik',
    html: '<p>Inge has run the office for nineteen years and keeps the waiting list in a blue folder.</p><ul><li><p>She moves six bookings a day, most of them while on the telephone.</p></li><li><p>She wants to see draught and length while she drags.</p></li><li><p>The printed plan hangs beside the coffee machine. It has to stay readable there.</p></li></ul>',
  },
]
