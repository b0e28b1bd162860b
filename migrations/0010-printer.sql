-- The receipt printer that stands beside a till: where it answers, how wide its paper is, and whether receipts print by themselves.
alter table till add column printer_host {text};
alter table till add column printer_port {int} check (printer_port between 1 and 65535);
alter table till add column printer_paper {int} check (printer_paper in (58, 80));
alter table till add column printer_auto {int} not null default 0 check (printer_auto in (0, 1));
