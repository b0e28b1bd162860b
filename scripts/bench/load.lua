-- What wrk sends, and what it says at the end: one line of JSON. Run by load.ts as
--   wrk -s load.lua URL -- create|read|list KEY RUN KEYS REFERENCES
local count = 0
local requests = {}

local function head(method, path, key)
  return method .. " " .. path .. " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " .. key .. "\r\n"
end

-- A run's keys differ from those of every other run. Scattered ones come in no order, as random ones would.
local function newCreates(path, key, run, keys)
  local fields = '{"payment_type":"dynamic-qr","details":{"amount":%d,"currency":"TZS"}}'
  local before = head("POST", path, key) .. "Content-Type: application/json\r\nIdempotency-Key: "
  local function after(amount)
    local body = string.format(fields, amount)
    return "-" .. run .. "\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
  end
  local one = after(5000)
  if keys == "serial" then
    before = before .. run .. "-"
    one = one:gsub("^%-" .. run, "")
    return function()
      count = count + 1
      return before .. string.format("%010d", count) .. one
    end
  end
  local many = {}
  for index = 0, 299 do many[index] = after(1000 + index * 100) end
  return function()
    count = count + 1
    local scattered = (count * 2654435761) % 4294967296
    return before .. string.format("%08x", scattered) .. many[scattered % 300]
  end
end

function init(args)
  local kind, path, key, run, keys, references = unpack(args)
  if kind == "create" then
    request = newCreates(path, key, run, keys)
    return
  end
  if kind == "list" then
    requests[1] = head("GET", path, key) .. "\r\n"
  else
    for reference in io.lines(references) do
      requests[#requests + 1] = head("GET", path .. "/" .. reference, key) .. "\r\n"
    end
  end
  local random = math.random
  math.randomseed(tonumber(run, 36) % 2147483647)
  request = function() return requests[random(#requests)] end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"p50Ms":%.4f,"p99Ms":%.4f,"errors":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
