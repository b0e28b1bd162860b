-- The price list. `catalog_id` is the merchant's sandbox account, which is there from the first start: the live
-- account shares its list. `version` is another one after each change.
create table catalog (
  id {text} primary key references account (id),
  version {text} not null
) {clustered};

-- `sort_key` is the place in the list, `search` has the words by which a product is found, each after a space.
create table product (
  id {text} primary key,
  catalog_id {text} not null references account (id),
  name {text} not null,
  name_sw {text},
  category {text},
  unit {text} not null,
  sold_by_weight {int} not null check (sold_by_weight in (0, 1)),
  tax_code {text},
  color {text},
  picture_id {text},
  position {int},
  low_at {int},
  variations {text} not null,
  created_at {int} not null,
  updated_at {int} not null,
  sort_key {text} not null,
  search {text} not null
) {strict};
create unique index product_place on product (catalog_id, sort_key);
create index product_category on product (catalog_id, category, sort_key);
create index product_picture on product (picture_id) where picture_id is not null;

-- The SKUs and barcodes of a list, each of one product.
create table product_code (
  catalog_id {text} not null references account (id),
  kind {text} not null check (kind in ('sku', 'barcode')),
  code {text} not null,
  product_id {text} not null references product (id),
  primary key (catalog_id, kind, code)
) {clustered};
create index product_code_product on product_code (product_id);
