-- Sends the requests of a file, one after the other ("turn") or at random ("random"), and prints
-- what was measured as one line of JSON. In turn none is sent twice: `spent` says if they ran out.

local requests = {}
local in_turn = false
local sent = 0
local threads = {}
spent = 0

function setup(thread)
  threads[#threads + 1] = thread
end

function init(arguments)
  local file = io.open(arguments[1], "rb")
  local length = file:read("*n")
  while length do
    file:read(1) -- the end of the line
    requests[#requests + 1] = file:read(length)
    length = file:read("*n")
  end
  file:close()
  in_turn = arguments[2] == "turn"
  math.randomseed(20) -- the same order for every stack
end

function request()
  if not in_turn then
    return requests[math.random(#requests)]
  end
  if sent == #requests then
    spent = 1
    return requests[sent]
  end
  sent = sent + 1
  return requests[sent]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"answers": %d, "microseconds": %d, "p50": %d, "p99": %d, "refused": %d, "broken": %d, "spent": %d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    threads[1]:get("spent")))
end
